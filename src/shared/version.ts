/** The service's own version; the API's version, v1, is part of every path. */
export const VERSION = '0.2.0'
