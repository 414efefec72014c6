import type { Framework } from '../../model/framework.ts'
import { APPLICATION_CONTROL } from './application-control.ts'
import { MULTI_FACTOR_AUTHENTICATION } from './multi-factor-authentication.ts'
import { PATCH_APPLICATIONS } from './patch-applications.ts'
import { PATCH_OPERATING_SYSTEMS } from './patch-operating-systems.ts'
import { QUESTIONNAIRE } from './questionnaire/questionnaire.ts'
import { REGULAR_BACKUPS } from './regular-backups.ts'
import { RESTRICT_ADMINISTRATIVE_PRIVILEGES } from './restrict-administrative-privileges.ts'
import { RESTRICT_OFFICE_MACROS } from './restrict-office-macros.ts'
import type { Strategy } from './strategy.ts'
import { USER_APPLICATION_HARDENING } from './user-application-hardening.ts'

const STRATEGIES: readonly Strategy[] = [
  PATCH_APPLICATIONS,
  PATCH_OPERATING_SYSTEMS,
  MULTI_FACTOR_AUTHENTICATION,
  RESTRICT_ADMINISTRATIVE_PRIVILEGES,
  APPLICATION_CONTROL,
  RESTRICT_OFFICE_MACROS,
  USER_APPLICATION_HARDENING,
  REGULAR_BACKUPS,
]

/**
 * The Essential Eight maturity model (November 2023). Control ids and level sets: OSCAL profiles for maturity levels
 * one to three of the Australian Signals Directorate's Information Security Manual, release 2025.12.9. The wording is
 * ours, and so is the last part of the version: it rises when what decides a control changes.
 */
export const ESSENTIAL_EIGHT: Framework = {
  id: 'essential-eight',
  name: 'Essential Eight',
  version: '2025.12.21',
  category: 'compliance',
  estimatedDuration: 5,
  scoring: 'levels-reached',
  levels: { min: 1, max: 3 },
  levelMeanings: [
    'Aimed at attackers who look for any victim: they use widely available tools on weaknesses that many share.',
    'Aimed at attackers who choose their targets and invest somewhat more in each, for example to phish passwords and get around a weak second factor.',
    'Aimed at attackers who depend less on public tools, work their way around the protection of one target, and hide where logs are not watched. An attacker with enough time and money still gets through.',
  ],
  defaultTarget: 2,
  published: {
    documents: [
      {
        title: 'Essential Eight maturity model, November 2023',
        url: 'https://www.cyber.gov.au/resources-business-and-government/essential-cyber-security/essential-eight',
      },
      { title: 'Information security manual, December 2025', url: 'https://www.cyber.gov.au/ism' },
    ],
  },
  groups: STRATEGIES.map(({ group }) => group),
  requirements: STRATEGIES.flatMap(({ group, controls }) =>
    controls.map((control) => ({ ...control, group: group.id })),
  ),
  questionnaire: QUESTIONNAIRE,
}
