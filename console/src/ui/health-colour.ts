/** The same scale wherever the health of a project is shown. */
export const healthColour = (health: number) =>
  health >= 75 ? 'teal' : health >= 50 ? 'yellow' : 'orange';
