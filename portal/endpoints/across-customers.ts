import type { CustomersExceptions, RequirementList } from '../../src/features/portal/exceptions/schema.ts'
import type {
  CustomersQuestionnaires,
  QuestionnaireSelection,
  RemindedQuestionnaires,
} from '../../src/features/portal/questionnaires/schema.ts'
import type { CustomersRuns } from '../../src/features/portal/runs/schema.ts'
import type { ScheduleHistory, ScheduleOccurrences } from '../../src/features/portal/schedules/schema.ts'
import type { ScheduleChange, SchedulePreview } from '../../src/features/schedules/schema.ts'
import type { Json } from '../json.ts'

/** The paths of the screens across customers that the client reads; ../endpoints.ts has the others. */
export interface ReadsAcross {
  '/partner/portfolio/runs': Json<CustomersRuns>
  '/partner/portfolio/questionnaires': Json<CustomersQuestionnaires>
  '/partner/portfolio/exceptions': Json<CustomersExceptions>
  '/partner/portfolio/requirements': RequirementList
  '/partner/schedules/:id/history': Json<ScheduleHistory>
  '/partner/schedules/:id/occurrences': Json<ScheduleOccurrences>
}

/** The calls of these screens that change something, or preview a change. */
export interface ChangesAcross {
  'POST /partner/portfolio/questionnaires/reminders': { body: QuestionnaireSelection; answer: RemindedQuestionnaires }
  'POST /partner/schedules/:id/preview': { body: ScheduleChange; answer: Json<SchedulePreview> }
}
