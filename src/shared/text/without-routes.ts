/** A message of the API as people read it on a page, who cannot send a request: without the routes in parentheses. */
export const withoutRoutes = (message: string): string =>
  message.replaceAll(/ \((?:GET|POST|PUT|PATCH|DELETE) [^)]*\)/g, '')
