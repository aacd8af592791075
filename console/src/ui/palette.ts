import type { MantineColorsTuple } from '@mantine/core';

/**
 * Each colour from light to dark, with the same lightness at the same position. White text is readable on 7 and
 * later, 9 on 1 and 2, and 4 on every dark surface (contrast 4.5 or more).
 */
export const palette = {
  gray: shades('#f7f8fa #f0f2f5 #e6e9ee #d9dee5 #c5ccd6 #9aa4b2 #5a6473 #444d5a #2d3440 #1b2029'),
  /** From text to the page: 7 is a panel, 8 the page behind it, 6 what lies above. */
  dark: shades('#e3e7ee #b4bcc9 #98a1b0 #6f7887 #333b49 #272d38 #1f242e #171b23 #10131a #0a0c11'),
  indigo: shades('#f5f7fe #e8edfe #d4dcfe #b8c6ff #97a9fe #7a8dfe #6271f8 #4f59de #4049bc #333b99'),
  blue: shades('#f3f8fe #e2effe #c8e1fe #a2cdfe #73b4fb #459bf5 #1384e8 #016ec6 #005ba6 #004987'),
  cyan: shades('#f1f9fb #dff1f6 #c0e6ef #96d5e4 #5dbfd6 #03aac6 #0693ab #007b8f #056677 #025261'),
  teal: shades('#f2f9f7 #e1f2ec #c5e7db #9ed7c4 #6cc3a9 #30b090 #06997b #028066 #016b55 #005644'),
  green: shades('#f3faf3 #e3f2e4 #c9e8cc #a5d8ab #7ac485 #4db161 #1d9d43 #018433 #006e29 #00591f'),
  lime: shades('#f5f9f1 #e8f1de #d4e5c1 #b9d498 #99be66 #7caa2f #679400 #557b00 #466700 #385301'),
  yellow: shades('#fdf8f1 #faf0df #f6e2c0 #f2d199 #ecbc67 #e2a524 #c99002 #966a02 #7e5903 #674800'),
  orange: shades('#fff7f3 #feede4 #ffddc9 #ffc9a9 #ffaf7e #fd9148 #e26e02 #b15603 #964700 #7b3900'),
  red: shades('#fff5f4 #fee8e5 #fed2ce #ffb2ac #fd8882 #f4615f #e33c42 #c81a2b #a91122 #890f1b'),
  pink: shades('#fef5f7 #fee6ee #fecfde #fcafca #f389b1 #e8639a #d74185 #bd256f #9f1b5c #81164a'),
  grape: shades('#fbf5fd #f6e8fa #eed3f6 #e2b7ef #d294e5 #c273d9 #af57c9 #983fb1 #7f3395 #672979'),
  violet: shades('#f8f6fe #eeeaff #e0d8ff #cdbefe #b69dfd #a27ef6 #8e63e9 #794bcf #653daf #51318e'),
};

/** Text on light surfaces. */
export const ink = '#161a22';

function shades(list: string): MantineColorsTuple {
  return list.split(' ') as unknown as MantineColorsTuple;
}
