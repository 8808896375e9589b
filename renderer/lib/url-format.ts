/** `127.0.0.1:4420/hooks` */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');
