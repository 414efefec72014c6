import type { Questionnaire } from '../../../model/questionnaire.ts'
import { ADMINISTRATORS } from './administrators.ts'
import { ALLOWED_SOFTWARE, MACROS } from './application-control.ts'
import { BACKUPS } from './backups.ts'
import { BROWSERS_AND_DOCUMENTS, WINDOWS_AND_POWERSHELL } from './hardening.ts'
import { LOGS_AND_INCIDENTS } from './logs-and-incidents.ts'
import { FINDING_FLAWS, FIXING_FLAWS } from './patching.ts'
import { SCOPE } from './scope.ts'
import { SIGN_IN } from './sign-in.ts'

/** One question for each control that a tenant cannot show, or shows only in part; the wording is ours. */
export const QUESTIONNAIRE: Questionnaire = {
  scope: SCOPE,
  sections: [
    FINDING_FLAWS,
    FIXING_FLAWS,
    SIGN_IN,
    ADMINISTRATORS,
    ALLOWED_SOFTWARE,
    MACROS,
    BROWSERS_AND_DOCUMENTS,
    WINDOWS_AND_POWERSHELL,
    LOGS_AND_INCIDENTS,
    BACKUPS,
  ],
}
