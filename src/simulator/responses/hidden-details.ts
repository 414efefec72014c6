import type { Dataset } from '../../engine/datasets/dataset.ts'
import type { Row } from '../content/primitives/row.ts'

/** The permission to read an object that is a member of a group, by its type. */
const READABLE_WITH: Readonly<Record<string, string>> = {
  '#microsoft.graph.device': 'Device.Read.All',
  '#microsoft.graph.user': 'User.Read.All',
}

/**
 * The rows of a dataset as an application with these permissions gets them: members of a group that it may not read have
 * a type and an id, and nothing else (Microsoft Graph, "Limited information returned for inaccessible member objects").
 */
export function hideDetails({ key }: Dataset, permissions: readonly string[], rows: readonly Row[]): readonly Row[] {
  if (key !== 'groupMembers') return rows
  const isReadable = ({ '@odata.type': type }: Row): boolean => {
    const permission = READABLE_WITH[String(type)]
    return permission === undefined || permissions.includes(permission)
  }
  return rows.map((row) => (isReadable(row) ? row : { '@odata.type': row['@odata.type'], id: row.id }))
}
