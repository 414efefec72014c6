/** Top-level names of `$select` or `$expand`, without their options in brackets. */
export function namesOf(value: string | null): string[] {
  return (value ?? '')
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
