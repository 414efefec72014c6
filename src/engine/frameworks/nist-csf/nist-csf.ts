import type { Framework } from '../../model/framework.ts'
import type { CsfFunction } from './csf-function.ts'
import { DETECT } from './detect.ts'
import { GOVERN } from './govern.ts'
import { IDENTIFY } from './identify.ts'
import { PROTECT } from './protect.ts'
import { CSF_QUESTIONNAIRE } from './questionnaire/questionnaire.ts'
import { RECOVER } from './recover.ts'
import { RESPOND } from './respond.ts'

const FUNCTIONS: readonly CsfFunction[] = [GOVERN, IDENTIFY, PROTECT, DETECT, RESPOND, RECOVER]

/**
 * The NIST Cybersecurity Framework 2.0 (February 2024). Functions, categories and subcategory ids: NIST's OSCAL catalog
 * of CSF 2.0, without the withdrawn ids. The wording is ours, and so are the levels: the framework's own Tiers rate a
 * whole organisation, not individual outcomes. The last part of the version rises when what decides an outcome changes.
 */
export const NIST_CSF: Framework = {
  id: 'nist-csf',
  name: 'NIST Cybersecurity Framework',
  version: '2.0.10',
  category: 'compliance',
  estimatedDuration: 8,
  scoring: 'maturity',
  levels: { min: 1, max: 5 },
  levelMeanings: [
    'Not done, or done only now and then.',
    'Done in some areas, or out of habit without a written rule.',
    'Done everywhere, following a written rule that people know.',
    'Also measured: figures show whether it works, and problems are fixed.',
    'Improved regularly, based on figures, incidents and lessons from others.',
  ],
  defaultTarget: 3,
  published: {
    documents: [
      {
        title: 'CSF 2.0 in the reference tool of NIST',
        url: 'https://csrc.nist.gov/projects/cprt/catalog#/cprt/framework/version/CSF_2_0_0/home',
      },
      { title: 'NIST Cybersecurity Framework', url: 'https://www.nist.gov/cyberframework' },
    ],
  },
  groups: FUNCTIONS.map(({ group }) => group),
  requirements: FUNCTIONS.flatMap(({ group, categories }) =>
    categories.flatMap(({ name, subcategories }) =>
      subcategories.map((subcategory) => ({ ...subcategory, group: group.id, category: name })),
    ),
  ),
  questionnaire: CSF_QUESTIONNAIRE,
}
