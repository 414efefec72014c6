import type { Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

export const locationId = (recipe: Recipe, name: 'home' | 'office'): string => guidOf(recipe.seed, 'location', name)

/** The trusted offices, and their country. */
export function namedLocationRows(recipe: Recipe, calendar: Calendar): Row[] {
  if (recipe.baseline !== 'typical') return []
  const dates = { createdDateTime: calendar.past(500), modifiedDateTime: calendar.past(500) }
  return [
    {
      '@odata.type': '#microsoft.graph.ipNamedLocation',
      id: locationId(recipe, 'office'),
      displayName: 'Head office and depot',
      ...dates,
      isTrusted: true,
      ipRanges: ['203.0.113.16/28', '198.51.100.64/29'].map((cidrAddress) => ({
        '@odata.type': '#microsoft.graph.iPv4CidrRange',
        cidrAddress,
      })),
    },
    {
      '@odata.type': '#microsoft.graph.countryNamedLocation',
      id: locationId(recipe, 'home'),
      displayName: 'Australia and New Zealand',
      ...dates,
      countriesAndRegions: ['AU', 'NZ'],
      includeUnknownCountriesAndRegions: false,
      countryLookupMethod: 'clientIpAddress',
    },
  ]
}
