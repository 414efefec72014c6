import { useEffect } from 'preact/hooks'
import { useChange } from '../../queries.ts'
import type { Customer, Matching } from './words.ts'

/** How many customers would be asked. */
export interface Asked {
  customers: number
  withAddress: number
  /** Those with a link that works, which a new one replaces. */
  withLink: number
  /** Whether more customers match than one call accepts. */
  isCut: boolean
}

/** Counts these customers; with a filter, the server counts all that match. Undefined until it has answered. */
export function useAsked(customers: readonly Customer[], filter: Matching | undefined) {
  const preview = useChange('POST /partner/approvals/matching/preview')
  useEffect(() => {
    if (filter) preview.mutate({ body: filter })
  }, [])
  const asked: Asked | undefined = filter ? preview.data : countOf(customers)
  return { asked, error: preview.error }
}

const countOf = (customers: readonly Customer[]): Asked => ({
  customers: customers.length,
  withAddress: customers.filter(({ email }) => email !== undefined).length,
  withLink: customers.filter(({ link }) => link && Date.parse(link.expiresAt) > Date.now()).length,
  isCut: false,
})
