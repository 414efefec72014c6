import { sql } from 'kysely'
import { codeOf } from '../../shared/error-code.ts'
import type { Connection, Database } from './database.ts'

/** The service's database role. It may insert audit rows, but not change them. */
export const SERVICE_ROLE = 'plumbline_service'

/** This user may not do it, or the server is only compatible with PostgreSQL and does not support it. */
const REFUSED = new Set(['42501', '0A000'])

/** The role does not exist: as the value of a setting, and by itself. */
const ABSENT = new Set(['22023', '42704'])

/** Tables or schemas do not exist: the migrations never ran. */
const UNMIGRATED = new Set(['42P01', '3F000'])

/**
 * Creates the role and grants it its privileges. Idempotent; call it after the migrations. Changes nothing if the user may
 * not do so: the service then works without the role.
 */
export async function grantServiceRole(db: Database): Promise<void> {
  try {
    await sql.raw(GRANTS).execute(db)
  } catch (error) {
    if (!REFUSED.has(codeOf(error))) throw error
  }
}

/** Whether this user can assume the role, and the role has its privileges. */
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
    if ([REFUSED, ABSENT, UNMIGRATED].some((codes) => codes.has(codeOf(error)))) return false
    throw error
  }
}

/** Whether the current role of this connection can neither change nor delete audit rows. */
export async function isAuditProtected(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select has_table_privilege('audit', 'update') or has_table_privilege('audit', 'delete')
      or has_table_privilege('audit', 'truncate') as open`.execute(db)
  return rows[0]?.open === false
}

/** Whether this user may migrate: it owns the schema, or no schema exists yet. */
export async function mayMigrate(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_table_privilege(to_regclass('public.kysely_migration'), 'insert') as may`.execute(db)
  return rows[0]?.may !== false
}

/** The user that signed in on this connection, whatever role it has assumed since. */
export async function findSignIn(db: Connection): Promise<{ user: string; isSuperuser: boolean }> {
  const { rows } = await sql<{ user: string; isSuperuser: boolean }>`
    select session_user as "user", (select rolsuper from pg_roles where rolname = session_user) as "isSuperuser"`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('a select without a table gives one row')
  return found
}

/**
 * Roles belong to the whole server, so concurrent migrations of two databases may both create it. In "public" the
 * grants cover only our own tables, because others may have tables there. The tables of the job engine have row-level
 * security for all users except their owner.
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
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')
  loop
    execute format('grant select, insert, update, delete on %s to ${SERVICE_ROLE}', item.name);
  end loop;
  revoke update, delete on audit from ${SERVICE_ROLE};
  grant execute on function erase_audit(text), last_number(text), add_partitions(),
    drop_partition(text, text, timestamptz), partition_figures() to ${SERVICE_ROLE};
  revoke insert, update, delete on kysely_migration, kysely_migration_lock, migration_floor from ${SERVICE_ROLE};

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
