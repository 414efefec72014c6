import type { App } from '../../app.ts'
import type { IsolatedTask } from '../../platform/isolation/isolated-pool.ts'
import { attachmentDisposition, toAsciiName, UNSAFE_IN_NAMES } from '../../shared/http/content-disposition.ts'
import { isId } from '../../shared/ids.ts'
import { type List, type PageRequest, readList } from '../../shared/pagination.ts'
import { Problem } from '../../shared/problem.ts'
import { renderCsv } from './csv.ts'
import type { StatementInput } from './document.ts'
import type { Statement, StatementDetail, StatementFormat, StatementList } from './schema.ts'
import {
  findStatementRow,
  listAdjustments,
  listLines,
  listStatementRows,
  listUsage,
  type StatementRow,
} from './store.ts'

/** The distributor's statements, newest first, or one page of them. */
export async function listOwnStatements(
  app: App,
  { distributorId }: { distributorId: string },
  request: PageRequest,
): Promise<StatementList> {
  const { items, ...more } = await listStatements(app, distributorId, request)
  return { settlements: items, ...more }
}

/** A statement, with the company that it is for. */
export type CompanyStatement = Statement & { distributorId: string; company: string }

/** For the operator: statements of every distributor, or of one, newest first. */
export async function listStatements(
  app: App,
  distributorId: string | undefined,
  request: PageRequest,
): Promise<List<CompanyStatement>> {
  const asked = { list: 'settlements', distributorId: distributorId ?? null }
  return await readList(
    request,
    asked,
    (page) => listStatementRows(app.db, distributorId, page),
    (row) => row,
  )
}

/**
 * A statement with its lines; without a distributor that of any, for the operator. NOT_FOUND if there is none, or it is
 * another distributor's.
 */
export async function getStatement(
  app: App,
  distributorId: string | undefined,
  id: string,
): Promise<StatementDetail & { company: string; distributorId: string }> {
  const row = await requireRow(app, distributorId, id)
  const [lines, usage, adjustments] = await Promise.all([
    listLines(app.db, id),
    listUsage(app.db, id),
    listAdjustments(app.db, id),
  ])
  return {
    ...row,
    lines: lines.map(({ basisPoints, processorBilling, ...line }) => ({
      ...line,
      revenueSharePercent: basisPoints / 100,
      billedBy: processorBilling ? ('processor' as const) : ('distributor' as const),
    })),
    usage,
    adjustments,
  }
}

async function requireRow(app: App, distributorId: string | undefined, id: string): Promise<StatementRow> {
  const row = isId('stl', id) ? await findStatementRow(app.db, distributorId, id) : undefined
  if (!row) throw new Problem('NOT_FOUND', { message: 'Statement not found.' })
  return row
}

/** A statement as a file. */
export interface StatementFile {
  contentType: string
  /** For `Content-Disposition`. */
  disposition: string
  name: string
  body: string | Buffer
}

/**
 * A statement in one of its formats; without a distributor that of any, for the operator and for mails. The signal ends the
 * wait for a PDF. NOT_FOUND as `getStatement`, SERVICE_UNAVAILABLE if too many PDFs are waiting.
 */
export async function getStatementFile(
  app: App,
  distributorId: string | undefined,
  id: string,
  format: StatementFormat,
  signal?: AbortSignal,
): Promise<StatementFile> {
  const { distributorId: owner, ...statement } = await getStatement(app, distributorId, id)
  const parts = ['Settlement', String(statement.number), statement.company, statement.period, statement.currency]
  const name = `${parts.map(toAsciiName).filter(Boolean).join('-')}.${format}`
  const full = `${parts.map((part) => part.replace(UNSAFE_IN_NAMES, ' ').trim()).join(' – ')}.${format}`
  return {
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    disposition: attachmentDisposition(name, full),
    name,
    body:
      format === 'csv'
        ? renderCsv(statement)
        : await app.isolated.run(PDF_TASK, statement satisfies StatementInput, { owner, signal }),
  }
}

const PDF_TASK: IsolatedTask<Buffer> = {
  file: new URL('./render-thread.ts', import.meta.url),
  deadlineMs: 60_000,
  parse: (output) => {
    if (!(output instanceof Uint8Array)) throw new TypeError('expected the bytes of a PDF')
    return Buffer.from(output.buffer, output.byteOffset, output.byteLength)
  },
}
