import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'

interface Statement {
  statement: string
}

/**
 * The schema as PostgreSQL stores it, as text that changes only when the schema does: types, tables, keys, indexes,
 * functions and triggers, without those of extensions and of the job engine.
 */
export async function dumpSchema(db: Database): Promise<string> {
  const sections: string[] = []
  for (const [query, separator] of SECTIONS) {
    const { rows } = await query.execute(db)
    sections.push(rows.map(({ statement }) => statement).join(separator))
  }
  return `-- Golden dump of the schema, written by "npm run gen" and compared in the tests. Change it by a migration.\n\n${sections.join('\n\n')}\n`
}

const TYPES = sql<Statement>`
  select format('create type %s as enum (%s);', type.typname,
    string_agg(quote_literal(label.enumlabel), ', ' order by label.enumsortorder)) as statement
  from pg_type as type join pg_enum as label on label.enumtypid = type.oid
  where type.typnamespace = 'public'::regnamespace
  group by type.typname order by type.typname`

const TABLES = sql<Statement>`
  select format(E'create table %s (\n%s\n)%s;', class.relname,
    string_agg(part.line, E',\n' order by part.place, part.line),
    ' partition by ' || lower(pg_get_partkeydef(class.oid))) as statement
  from pg_class as class
  cross join lateral (
    select attribute.attnum::int as place, format('  %I %s%s%s%s%s', attribute.attname,
      format_type(attribute.atttypid, attribute.atttypmod),
      case when coll.collname <> 'default' then format(' collate %I', coll.collname) else '' end,
      case when attribute.attnotnull then ' not null' else '' end,
      case when attribute.attidentity = 'a' then ' generated always as identity' else '' end,
      coalesce(' default ' || pg_get_expr(initial.adbin, initial.adrelid), '')) as line
    from pg_attribute as attribute
    left join pg_collation as coll on coll.oid = attribute.attcollation
    left join pg_attrdef as initial on initial.adrelid = attribute.attrelid and initial.adnum = attribute.attnum
    where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    union all
    select 10000, format('  constraint %I %s', conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = class.oid and contype <> 'n'
  ) as part
  where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and class.relname not like 'kysely_%'
  group by class.oid, class.relname order by class.relname`

const INDEXES = sql<Statement>`
  select pg_get_indexdef(indexrelid) || ';' as statement
  from pg_index join pg_class as class on class.oid = indrelid
  where class.relnamespace = 'public'::regnamespace and class.relname not like 'kysely_%'
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  order by indexrelid::regclass::text`

const FUNCTIONS = sql<Statement>`
  select rtrim(pg_get_functiondef(routine.oid), E'\n') || ';' as statement
  from pg_proc as routine
  where routine.pronamespace = 'public'::regnamespace and routine.prokind in ('f', 'p')
    and not exists (select from pg_depend
      where classid = 'pg_proc'::regclass and objid = routine.oid and deptype = 'e')
  order by routine.proname, pg_get_function_identity_arguments(routine.oid)`

const TRIGGERS = sql<Statement>`
  select pg_get_triggerdef(oid) || ';' as statement
  from pg_trigger
  where not tgisinternal
    and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  order by tgrelid::regclass::text, tgname`

/** The query for each part of the dump, and the separator of its statements. */
const SECTIONS: readonly [query: RawBuilder<Statement>, separator: string][] = [
  [TYPES, '\n'],
  [TABLES, '\n'],
  [INDEXES, '\n'],
  [FUNCTIONS, '\n\n'],
  [TRIGGERS, '\n'],
]
