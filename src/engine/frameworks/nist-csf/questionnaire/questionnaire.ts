import type { Questionnaire } from '../../../model/questionnaire.ts'
import { DETECT_QUESTIONS } from './detect.ts'
import { GOVERN_QUESTIONS } from './govern.ts'
import { IDENTIFY_QUESTIONS } from './identify.ts'
import { PROTECT_QUESTIONS } from './protect.ts'
import { RECOVER_QUESTIONS } from './recover.ts'
import { RESPOND_QUESTIONS } from './respond.ts'
import { SCOPE_QUESTIONS } from './scope.ts'
import { SUPPLY_CHAIN_QUESTIONS } from './supply-chain.ts'

/** A section for each category, with a question for each of its subcategories. */
export const CSF_QUESTIONNAIRE: Questionnaire = {
  scope: SCOPE_QUESTIONS,
  sections: [
    ...GOVERN_QUESTIONS,
    ...SUPPLY_CHAIN_QUESTIONS,
    ...IDENTIFY_QUESTIONS,
    ...PROTECT_QUESTIONS,
    ...DETECT_QUESTIONS,
    ...RESPOND_QUESTIONS,
    ...RECOVER_QUESTIONS,
  ],
}
