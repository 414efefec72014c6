import type { Link } from '../../model/remedy.ts'

/** A page of Microsoft's documentation by its path, without locale and query. */
export const learn = (title: string, path: string): Link => ({ title, url: `https://learn.microsoft.com/${path}` })
