// Photographs that some phones take, and that neither the eye nor most browsers can read.

export const isHeic = ({ type, name }) => /hei[cf]/i.test(`${type} ${name}`);
