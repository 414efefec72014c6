import { sql } from 'kysely'
import type { Connection, Database } from './database.ts'

/** The service's role in the database: it adds to the audit, and changes nothing in it. */
export const SERVICE_ROLE = 'plumbline_service'

/** Refused to this user, or unknown to a server that only speaks the language. */
const REFUSED = new Set(['42501', '0A000'])

/** A role that is not there: as the value of a setting, and by itself. */
const ABSENT = new Set(['22023', '42704'])

/** Tables and schemas that are not there: the migrations were never carried out. */
const UNMADE = new Set(['42P01', '3F000'])

/**
 * Makes the role and gives it its rights on all that the migrations made; to be called after them, as often as one
 * likes. Leaves all as it was where the user may not: the service then works without the role.
 */
export async function grantServiceRole(db: Database): Promise<void> {
  try {
    await sql.raw(GRANTS).execute(db)
  } catch (error) {
    if (!REFUSED.has(codeOf(error))) throw error
  }
}

/** Whether this user can take the role on, and the role can work. */
export async function isServiceRoleReady(db: Database): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local role ${sql.id(SERVICE_ROLE)}`.execute(tx)
      const { rows } = await sql<{ ready: boolean }>`
        select has_table_privilege('audit', 'insert') and has_table_privilege('customers', 'delete')
          and has_schema_privilege('graphile_worker', 'usage') as ready`.execute(tx)
      return rows[0]?.ready ?? false
    })
  } catch (error) {
    if ([REFUSED, ABSENT, UNMADE].some((codes) => codes.has(codeOf(error)))) return false
    throw error
  }
}

/** Whether nobody who works through this connection as it is can change or delete what the audit holds. */
export async function isAuditProtected(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select has_table_privilege('audit', 'update') or has_table_privilege('audit', 'delete')
      or has_table_privilege('audit', 'truncate') as open`.execute(db)
  return rows[0]?.open === false
}

/** Whether this user may migrate: it owns the schema, or there is no schema yet. */
export async function mayMigrate(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_table_privilege(to_regclass('public.kysely_migration'), 'insert') as may`.execute(db)
  return rows[0]?.may !== false
}

/** Who signed in on this connection, and what that user could become again. */
export async function findSignIn(db: Connection): Promise<{ user: string; isSuperuser: boolean }> {
  const { rows } = await sql<{ user: string; isSuperuser: boolean }>`
    select session_user as "user", (select rolsuper from pg_roles where rolname = session_user) as "isSuperuser"`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('a select without a table gives one row')
  return found
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/**
 * The role belongs to the whole server: migrations of two databases at once may both make it. In "public" only what is
 * ours is given, others may keep tables there. The job engine guards its tables by row, for everybody but their owner.
 */
const GRANTS = `do $$
declare
  item record;
  own_role text := current_setting('role');
begin
  perform pg_advisory_xact_lock(hashtextextended('${SERVICE_ROLE}', 0));
  if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then
    begin
      create role ${SERVICE_ROLE} nologin;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  begin
    set local role ${SERVICE_ROLE};
    perform set_config('role', own_role, true);
  exception when insufficient_privilege then
    grant ${SERVICE_ROLE} to current_user;
  end;

  grant usage on schema public, graphile_worker to ${SERVICE_ROLE};
  for item in
    select oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_has_role(relowner, 'usage')
  loop
    execute format('grant select, insert, update, delete on %s to ${SERVICE_ROLE}', item.name);
  end loop;
  revoke update, delete on audit from ${SERVICE_ROLE};
  grant execute on function erase_audit(text) to ${SERVICE_ROLE};
  revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${SERVICE_ROLE};

  grant select, insert, update, delete on all tables in schema graphile_worker to ${SERVICE_ROLE};
  grant usage on all sequences in schema graphile_worker to ${SERVICE_ROLE};
  for item in
    select oid::regclass as name from pg_class as class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = class.oid and polname = '${SERVICE_ROLE}')
  loop
    execute format('create policy ${SERVICE_ROLE} on %s to ${SERVICE_ROLE} using (true) with check (true)', item.name);
  end loop;
end $$`
