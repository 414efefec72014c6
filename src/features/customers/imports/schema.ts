import { type Static, Type } from 'typebox'
import { anyRow } from '../../../api.ts'
import { NewCustomer } from '../schema.ts'

/** What the portal's page for importing customers sends and reads. No key reaches it. */

/** Rows of one file. */
export const MAX_IMPORT_ROWS = 1_000

/** As base64 it is below the limit of a body. */
const MAX_FILE_BYTES = 700 * 1024

export const WorkbookFile = Type.Object({
  /** The file as base64. */
  data: Type.String({ minLength: 1, maxLength: Math.ceil(MAX_FILE_BYTES / 3) * 4 }),
})

export const Workbook = Type.Object({
  /** The rows of the first visible sheet without empty ones, at most one more than can be imported. */
  rows: Type.Array(
    Type.Object({
      /** Its place in the sheet, from 1. */
      number: Type.Integer(),
      cells: Type.Array(Type.String()),
    }),
  ),
})
export type Workbook = Static<typeof Workbook>

export const ImportRows = Type.Object({ customers: Type.Array(anyRow(NewCustomer), { minItems: 1 }) })

export const ImportPreview = Type.Object({
  /** Those that cannot be created as they are. */
  problems: Type.Array(
    Type.Object({
      /** Place of the row in the request, from 0. */
      index: Type.Integer(),
      field: Type.String(),
      /** For people. Where the tenant is known already, `twin` says more. */
      message: Type.String(),
      /** What has the same tenant: an earlier row of the request, or a customer. */
      twin: Type.Optional(
        Type.Object({
          index: Type.Optional(Type.Integer()),
          customerId: Type.Optional(Type.String()),
          name: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  /** Customers that the partner has now. */
  customers: Type.Integer(),
  /** Customers that it may have. */
  limit: Type.Integer(),
})
export type ImportPreview = Static<typeof ImportPreview>
