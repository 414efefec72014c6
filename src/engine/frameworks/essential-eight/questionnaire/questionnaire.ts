import type { Questionnaire } from '../../../model/questionnaire.ts'
import { ADMINISTRATORS } from './administrators.ts'
import { ALLOWED_SOFTWARE } from './application-control.ts'
import { BACKUPS } from './backups.ts'
import { CREDENTIALS } from './credentials.ts'
import { FINDING_FLAWS } from './finding-flaws.ts'
import { FIXING_FLAWS } from './fixing-flaws.ts'
import { BROWSERS_AND_DOCUMENTS, WINDOWS_AND_POWERSHELL } from './hardening.ts'
import { LOGS_AND_INCIDENTS } from './logs-and-incidents.ts'
import { MACROS } from './macros.ts'
import { SCOPE } from './scope.ts'
import { SIGN_IN } from './sign-in.ts'
import { UNSUPPORTED_SOFTWARE } from './unsupported-software.ts'

/**
 * * One question for each control, because any control can be met by means that the tenant does not show. A control that the
 * tenant can decide alone is asked about only where the tenant leaves it open. The wording is ours.
 */
export const QUESTIONNAIRE: Questionnaire = {
  scope: SCOPE,
  sections: [
    FINDING_FLAWS,
    FIXING_FLAWS,
    UNSUPPORTED_SOFTWARE,
    SIGN_IN,
    ADMINISTRATORS,
    CREDENTIALS,
    ALLOWED_SOFTWARE,
    MACROS,
    BROWSERS_AND_DOCUMENTS,
    WINDOWS_AND_POWERSHELL,
    LOGS_AND_INCIDENTS,
    BACKUPS,
  ],
}
