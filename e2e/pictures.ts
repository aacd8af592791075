/** The pictures of docs/images, which `npm run screenshots` makes and the documents show. */

export const windows = {
  laptop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  wide: { width: 1920, height: 1080 },
};

type Window = keyof typeof windows;

export const colorSchemes = ['light', 'dark'] as const;

/** Each page with the windows that it is shown in, those of the history of the demo first. */
export const pictures = {
  project: ['wide'],
  insights: ['laptop'],
  dashboard: ['laptop', 'phone'],
  events: ['laptop'],
  usage: ['wide'],
  flags: ['laptop', 'phone'],
  flag: ['laptop', 'phone'],
  'side-by-side': ['wide'],
  strategy: ['laptop'],
  playground: ['laptop'],
  'change-request': ['laptop', 'phone'],
} as const satisfies Record<string, readonly Window[]>;

export type PictureName = keyof typeof pictures;

export const picturesInOrder = Object.keys(pictures) as PictureName[];

export const fileOf = (
  name: PictureName,
  window: Window,
  colorScheme: (typeof colorSchemes)[number],
): string =>
  window === 'laptop' ? `${name}-${colorScheme}.png` : `${name}-${window}-${colorScheme}.png`;

/** The files of a page, in every window and colour scheme. */
export const filesOf = (name: PictureName): string[] =>
  pictures[name].flatMap((window) => colorSchemes.map((each) => fileOf(name, window, each)));
