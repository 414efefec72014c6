import { patchDayDue } from '../../../engine/readers/lifecycle/patch-days.ts'
import { WINDOWS_RELEASES } from '../../../engine/readers/lifecycle/windows-releases.ts'
import type { Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

const MONTHS = 4
const MONTH_DAYS = 30

/**
 * The security updates of the last months, as in Microsoft's catalogue. Each month fixes at least one critical flaw.
 */
export function updateCatalogueRows(recipe: Recipe, calendar: Calendar): Row[] {
  const today = Date.parse(calendar.recent(0))
  const days = Array.from({ length: MONTHS }, (_, months) => patchDayDue(today, months * MONTH_DAYS))
  return [...new Set(days)].map((day) => ({
    '@odata.type': '#microsoft.graph.windowsQualityUpdateCatalogItem',
    id: guidOf(recipe.seed, 'updateCatalogue', day),
    displayName: `${day} - ${day.slice(0, 7).replace('-', '.')} B Security Updates for Windows 10 and later`,
    releaseDateTime: `${day}T00:00:00Z`,
    endOfSupportDate: null,
    kbArticleId: null,
    classification: 'security',
    qualityUpdateCadence: 'monthly',
    isExpeditable: true,
    cveSeverityInformation: { maxSeverityLevel: 'critical', maxBaseScore: 9.8, exploitedCves: [] },
    productRevisions: WINDOWS_RELEASES.flatMap(({ name, build, revisions }) => {
      const revision = revisions[day]
      return revision === undefined ? [] : [productRevision(name, build, revision, day)]
    }),
  }))
}

function productRevision(name: string, build: number, revision: number, day: string): Row {
  const [windows = '', number = '', version = ''] = name.split(' ')
  return {
    displayName: `${windows} ${number}, version ${version}, build ${build}.${revision}`,
    productName: `${windows} ${number}`,
    versionName: version,
    releaseDateTime: `${day}T00:00:00Z`,
    osBuild: { majorVersionNumber: 10, minorVersionNumber: 0, buildNumber: build, updateBuildRevision: revision },
    knowledgeBaseArticle: null,
  }
}
