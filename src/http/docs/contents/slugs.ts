/** The anchor of a heading, as code hosts make it from the same text. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Makes slugs unique on a page: a second "Errors" is `errors-1`. */
export function createSlugs(): (heading: string) => string {
  const counts = new Map<string, number>()
  return (heading) => {
    const slug = slugOf(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
