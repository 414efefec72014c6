/** Name of the cookie that carries a session's secret. */
export const SESSION_COOKIE = '__Host-portal'
