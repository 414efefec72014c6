import type { TableRow } from './read-csv.ts'

/** The fields of a customer that a file can have, with the names that columns have for them. */
export const FIELDS = [
  {
    id: 'name',
    label: 'Name',
    isRequired: true,
    names:
      'name customer customername company companyname organisation organization organisationname organizationname displayname client clientname',
  },
  {
    id: 'tenantId',
    label: 'Tenant id',
    isRequired: true,
    names: 'tenantid tenant tenantguid customertenantid directoryid entratenantid azuretenantid microsoftid',
  },
  {
    id: 'email',
    label: 'Email',
    isRequired: false,
    names: 'email emailaddress mail contact contactemail primarycontact',
  },
  {
    id: 'receivers',
    label: 'Report receivers',
    isRequired: false,
    names: 'receivers reportreceivers reportrecipients reportsto',
  },
  {
    id: 'questionnaireRecipients',
    label: 'Questionnaire recipients',
    isRequired: false,
    names: 'questionnairerecipients questionnairereceivers questionnaires questionnairesto',
  },
] as const

export type Field = (typeof FIELDS)[number]['id']

/** What a row of the file says, as text. */
export type Values = Readonly<Record<Field, string>>

/** The column of each field, from 0; absent if the file has none. */
export type Columns = Readonly<Partial<Record<Field, number>>>

/** A file as it was read. */
export interface Table {
  fileName: string
  /** The names of its columns. */
  header: readonly string[]
  rows: readonly TableRow[]
}

const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** The first row has the names of the columns, unless it has a tenant id already. */
export function toTable(fileName: string, rows: readonly TableRow[]): Table {
  const [first, ...rest] = rows
  if (!first) return { fileName, header: [], rows: [] }
  if (!first.cells.some((cell) => GUID.test(cell))) return { fileName, header: first.cells, rows: rest }
  return { fileName, header: first.cells.map((_, index) => `Column ${index + 1}`), rows }
}

/** The columns that are named as fields, and for the tenant id otherwise the one that has such ids. */
export function findColumns({ header, rows }: Table): Columns {
  const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const found = FIELDS.map(
    ({ id, names: known }) => [id, names.findIndex((name) => known.split(' ').includes(name))] as const,
  )
  const columns: Partial<Record<Field, number>> = Object.fromEntries(found.filter(([, index]) => index >= 0))
  const withGuid = rows[0]?.cells.findIndex((cell) => GUID.test(cell)) ?? -1
  return columns.tenantId === undefined && withGuid >= 0 ? { ...columns, tenantId: withGuid } : columns
}

export const toValues = ({ cells }: TableRow, columns: Columns): Values => {
  const textOf = (field: Field): string => cells[columns[field] ?? -1]?.trim() ?? ''
  return {
    name: textOf('name'),
    tenantId: textOf('tenantId'),
    email: textOf('email'),
    receivers: textOf('receivers'),
    questionnaireRecipients: textOf('questionnaireRecipients'),
  }
}

/** The body that creates the customer. What is wrong is sent as it is, so that the server says so. */
export function toCustomer({ name, tenantId, email, receivers, questionnaireRecipients }: Values) {
  return {
    name,
    tenantId,
    ...(email !== '' && { email }),
    ...(receivers !== '' && { receivers: toAddresses(receivers) }),
    ...(questionnaireRecipients !== '' && { questionnaireRecipients: toAddresses(questionnaireRecipients) }),
  }
}

const toAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '')

/** What people can start from. */
export const SAMPLE = `${FIELDS.map(({ label }) => label).join(',')}
Bellbird Engineering,5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02,it@bellbird.example,owner@bellbird.example,it@bellbird.example
Harbour Dental,0d7c2f18-41ab-4c39-8e57-9b60d2f4a713,,owner@harbour.example; office@harbour.example,
`
