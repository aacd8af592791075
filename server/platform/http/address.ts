/** An address of the old kind in the clothes of the new is the old address. */
export const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');
