import type { Connection } from '../../../../platform/database/database.ts'

export async function findAuditRow(db: Connection, id: number) {
  return await db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst()
}
