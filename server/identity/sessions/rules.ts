const quarterHour = 900;

/** Failed logins of a user, or of a name that no user has. */
export const loginsOf = (user: number | string) => ({
  name: 'login',
  subject: typeof user === 'number' ? user : `name ${user.toLowerCase()}`,
  seconds: quarterHour,
});
