import { sql } from 'kysely'
import type { Database } from './database.ts'

interface Line {
  line: string
}

/** The schema as PostgreSQL holds it, as text that changes only when the schema does: types, tables, keys, indexes. */
export async function dumpSchema(db: Database): Promise<string> {
  const { rows: types } = await sql<Line>`
    select format('create type %s as enum (%s);', type.typname,
      string_agg(quote_literal(label.enumlabel), ', ' order by label.enumsortorder)) as line
    from pg_type as type join pg_enum as label on label.enumtypid = type.oid
    where type.typnamespace = 'public'::regnamespace
    group by type.typname order by type.typname`.execute(db)
  const { rows: tables } = await sql<Line>`
    select format(E'create table %s (\n%s\n);', class.relname, string_agg(part.line, E',\n' order by part.place, part.line)) as line
    from pg_class as class
    cross join lateral (
      select attribute.attnum::int as place, format('  %I %s%s%s%s%s', attribute.attname,
        format_type(attribute.atttypid, attribute.atttypmod),
        case when coll.collname <> 'default' then format(' collate %I', coll.collname) else '' end,
        case when attribute.attnotnull then ' not null' else '' end,
        case when attribute.attidentity = 'a' then ' generated always as identity' else '' end,
        coalesce(' default ' || pg_get_expr(standard.adbin, standard.adrelid), '')) as line
      from pg_attribute as attribute
      left join pg_collation as coll on coll.oid = attribute.attcollation
      left join pg_attrdef as standard on standard.adrelid = attribute.attrelid and standard.adnum = attribute.attnum
      where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
      union all
      select 10000, format('  constraint %I %s', conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = class.oid and contype <> 'n'
    ) as part
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and class.relname not like 'kysely_%'
    group by class.relname order by class.relname`.execute(db)
  const { rows: indexes } = await sql<Line>`
    select pg_get_indexdef(indexrelid) || ';' as line
    from pg_index join pg_class as class on class.oid = indrelid
    where class.relnamespace = 'public'::regnamespace and class.relname not like 'kysely_%'
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by indexrelid::regclass::text`.execute(db)
  const parts = [types, tables, indexes].map((rows) => rows.map(({ line }) => line).join('\n'))
  return `-- Golden dump of the schema, written by "npm run gen" and compared in the tests. Change it by a migration.\n\n${parts.join('\n\n')}\n`
}
