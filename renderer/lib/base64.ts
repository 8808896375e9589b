/** A file's bytes in base64, without the head of a data URL. */
export const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () =>
      reject(new Error(`${file.name} could not be read: ${reader.error?.message ?? 'no reason given'}.`));
    reader.readAsDataURL(file);
  });
