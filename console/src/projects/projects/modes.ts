/** Descriptions of the project modes. */
export const modes = {
  open: 'All users can see it',
  protected: 'All users can see it; only members may propose changes',
  private: 'Viewers see it only if they have a role in it',
} as const;
