export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });
