import type { Framework } from '../../model/framework.ts'
import { AGENTS, APPLICATIONS, GUESTS, LOGS, PASSWORDS } from './directory.ts'
import { HIGHLY_PRIVILEGED_ACCESS } from './highly-privileged-access.ts'
import type { Section } from './section.ts'
import { LEGACY_AUTHENTICATION, RISK, STRONG_AUTHENTICATION } from './sign-in.ts'

const SECTIONS: readonly Section[] = [
  LEGACY_AUTHENTICATION,
  RISK,
  STRONG_AUTHENTICATION,
  LOGS,
  APPLICATIONS,
  PASSWORDS,
  HIGHLY_PRIVILEGED_ACCESS,
  GUESTS,
  AGENTS,
]

/** The baseline as that release has it; each policy is a heading of its own. */
const BASELINE = 'https://github.com/cisagov/ScubaGear/blob/v2.0.0/PowerShell/ScubaGear/baselines/aad.md'

/**
 * The Secure Configuration Baseline for Microsoft Entra ID of CISA's project Secure Cloud Business Applications
 * (SCuBA), as released with its tool ScubaGear 2.0.0. Ids with their versions, SHALL and SHOULD, sections and bounds:
 * `PowerShell/ScubaGear/baselines/aad.md` of the repository cisagov/ScubaGear. The wording is ours.
 *
 * The baseline has no levels; we use its two keywords: level 1 contains every SHALL, level 2 every SHOULD as well, so that
 * each level includes the one below. Level 1 is the default target, because the source requires it of everybody; a SHOULD
 * may be skipped for a good reason, and is then not a finding. A SHALL that fails has high severity, a SHOULD medium.
 */
export const SCUBA_ENTRA: Framework = {
  id: 'scuba-entra',
  name: 'CISA SCuBA Baseline for Entra ID',
  version: '2.0.8',
  category: 'configuration',
  estimatedDuration: 3,
  scoring: 'levels-reached',
  levels: { min: 1, max: 2 },
  levelMeanings: ['What CISA requires: every SHALL of the baseline.', 'What CISA recommends as well: every SHOULD.'],
  defaultTarget: 1,
  published: {
    documents: [
      { title: 'Secure Configuration Baseline for Microsoft Entra ID, ScubaGear 2.0.0', url: BASELINE },
      { title: 'CISA: SCuBA project', url: 'https://www.cisa.gov/scuba' },
    ],
    // GitHub makes the anchor of a heading from its letters and digits in lower case: `msaad11v1`.
    addressOf: (id) => `${BASELINE}#${id.toLowerCase().replaceAll('.', '')}`,
    keywordOf: (levels) => (levels.includes(1) ? 'SHALL' : 'SHOULD'),
  },
  groups: SECTIONS.map(({ group }) => group),
  requirements: SECTIONS.flatMap(({ group, policies }) => policies.map((policy) => ({ ...policy, group: group.id }))),
  questionnaire: {
    scope: [],
    sections: SECTIONS.flatMap(({ group, questions }) =>
      questions ? [{ id: group.id, title: group.name, questions }] : [],
    ),
  },
}
