// Photographs of a kind that some phones take and neither every browser nor the eye can read.

export const isHeic = ({ type, name }) => /hei[cf]/i.test(`${type} ${name}`);
