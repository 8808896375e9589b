# Events of 1 MB must pass. Django stops at 2.5 MB (DATA_UPLOAD_MAX_MEMORY_SIZE), Flask where it is told to.
# A reverse proxy has a limit of its own, such as in nginx: client_max_body_size 2m;
from flask import Flask

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 2 * 1024 * 1024
