/** Descriptions of the project modes. */
export const modes = {
  open: 'Everybody who signs in sees it',
  protected: 'Seen by everybody, as open is; a mark for clients that tell them apart',
  private: 'Viewers see it only if they hold a role in it',
} as const;
