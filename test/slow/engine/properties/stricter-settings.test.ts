import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ASR_GROUP } from '../../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { LAPS_BACKUP } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { EDGE_HARDENING } from '../../../../src/engine/readers/settings/edge-hardening.ts'
import { OFFICE_HARDENING } from '../../../../src/engine/readers/settings/office-hardening.ts'
import { flattenSettings } from '../../../../src/engine/readers/settings/setting.ts'
import { type Fields, fields, text } from '../../../../src/shared/json.ts'
import { choiceInstances } from '../../../../src/simulator/content/intune/setting-instances.ts'
import type { Random } from '../../../../src/simulator/content/primitives/random.ts'
import { findLosses, type Subject } from './stricter.ts'

const isRing = (item: Fields): boolean => 'qualityUpdatesDeferralPeriodInDays' in item

const less = (value: unknown, random: Random): number => random.below((typeof value === 'number' ? value : 7) + 1)

test('shorter deferrals, deadlines and no pause of update rings never lower a verdict', () => {
  const rings: Subject = {
    datasets: ['deviceConfigurations'],
    draw: (item, random) =>
      isRing(item)
        ? {
            ...item,
            qualityUpdatesDeferralPeriodInDays: random.below(31),
            deadlineForQualityUpdatesInDays: random.pick([null, 1, 2, 5, 7, 14, 30]),
            deadlineGracePeriodInDays: random.below(8),
            qualityUpdatesPaused: random.share() < 0.2,
          }
        : item,
    tighten: (item, random) =>
      isRing(item)
        ? {
            ...item,
            qualityUpdatesDeferralPeriodInDays: less(item.qualityUpdatesDeferralPeriodInDays, random),
            deadlineForQualityUpdatesInDays: less(item.deadlineForQualityUpdatesInDays, random),
            deadlineGracePeriodInDays: less(item.deadlineGracePeriodInDays, random),
            qualityUpdatesPaused: false,
          }
        : item,
  }
  assert.deepEqual(findLosses('update rings', rings), [])
})

const MODES = ['off', 'audit', 'warn', 'block'] as const

/** The rule and the mode of a choice in the settings catalogue. */
function ruleOf(item: Fields): { id: string; mode: number } | undefined {
  const id = text(item.settingDefinitionId)
  if (!id?.startsWith(`${ASR_GROUP}_`)) return undefined
  const value = text(fields(item.choiceSettingValue).value) ?? ''
  return { id, mode: MODES.findIndex((mode) => value === `${id}_${mode}`) }
}

function withMode(item: Fields, mode: number): Fields {
  const rule = ruleOf(item)
  if (!rule || rule.mode < 0) return item
  return { ...item, choiceSettingValue: { ...fields(item.choiceSettingValue), value: `${rule.id}_${MODES[mode]}` } }
}

test('attack surface reduction rules that block instead of warning or only recording never lower a verdict', () => {
  const rules: Subject = {
    datasets: ['configurationPolicies'],
    draw: (item, random) => withMode(item, random.below(MODES.length)),
    tighten: (item, random) => {
      const { mode = 0 } = ruleOf(item) ?? {}
      return withMode(item, mode + random.below(MODES.length - mode))
    },
  }
  assert.deepEqual(findLosses('rules', rules), [])
})

/** The options of settings of Office and Edge that have a stricter one: `0`, the hardened one, then stricter ones. */
const OPTIONS = new Map(
  flattenSettings([...OFFICE_HARDENING, ...EDGE_HARDENING]).flatMap(({ definitionId, value, stricter }) =>
    stricter ? [[definitionId, ['0', value.slice(definitionId.length + 1), ...stricter]] as const] : [],
  ),
)

/** The choice with another option, which depends on the place of its present one. */
function withOption(item: Fields, place: (now: number, of: number) => number): Fields {
  const id = text(item.settingDefinitionId) ?? ''
  const options = OPTIONS.get(id)
  if (!options) return item
  const now = options.findIndex((option) => text(fields(item.choiceSettingValue).value) === `${id}_${option}`)
  const option = options[place(Math.max(now, 0), options.length)]
  return { ...item, choiceSettingValue: { ...fields(item.choiceSettingValue), value: `${id}_${option}` } }
}

test('a stricter option of a hardening setting of Office or Edge never lowers a verdict', () => {
  const options: Subject = {
    datasets: ['configurationPolicies'],
    draw: (item, random) => withOption(item, (_, of) => random.below(of)),
    tighten: (item, random) => withOption(item, (now, of) => now + random.below(of - now)),
  }
  assert.ok(OPTIONS.size > 10)
  assert.deepEqual(findLosses('options', options, 6), [])
})

test('Defender Antivirus that is the active antivirus on more devices never lowers a verdict', () => {
  const modes: Subject = {
    datasets: ['antivirusModes'],
    draw: (item, random) => ('Mode' in item ? { ...item, Mode: random.pick(['0', '0', '1', '2', '3']) } : item),
    tighten: (item) => ('Mode' in item ? { ...item, Mode: '0' } : item),
  }
  assert.deepEqual(findLosses('antivirus', modes, 4), [])
})

const LAPS = 'device_vendor_msft_laps_policies'

const number = (definition: string, value: number): Fields => ({
  '@odata.type': '#microsoft.graph.deviceManagementConfigurationSimpleSettingInstance',
  settingDefinitionId: `${LAPS}_${definition}`,
  settingInstanceTemplateReference: null,
  simpleSettingValue: {
    '@odata.type': '#microsoft.graph.deviceManagementConfigurationIntegerSettingValue',
    settingValueTemplateReference: null,
    value,
  },
})

const [COMPLEXITY, LENGTH, AGE] = ['passwordcomplexity', 'passwordlength', 'passwordagedays_aad']

/** A policy for local administrator passwords with these numbers. */
function withPasswords(
  policy: Fields,
  numbers: { backup: number; complexity: number; length: number; age: number },
): Fields {
  const backup = `${LAPS_BACKUP.settingId}_${numbers.backup}`
  const instances = [
    {
      ...choiceInstances([{ definitionId: LAPS_BACKUP.settingId, value: backup }])[0],
      choiceSettingValue: { value: backup, children: numbers.backup === 1 ? [number(AGE, numbers.age)] : [] },
    },
    ...choiceInstances([
      { definitionId: `${LAPS}_${COMPLEXITY}`, value: `${LAPS}_${COMPLEXITY}_${numbers.complexity}` },
    ]),
    number(LENGTH, numbers.length),
  ]
  const settings = instances.map((settingInstance, index) => ({ id: String(index), settingInstance }))
  return { ...policy, settings, settingCount: settings.length, numbers }
}

const isPasswordPolicy = (item: Fields): boolean => /administrator passwords$/.test(text(item.name) ?? '')

test('longer, more complex and shorter-lived passwords of local administrators never lower a verdict', () => {
  const passwords: Subject = {
    datasets: ['configurationPolicies'],
    draw: (item, random) =>
      isPasswordPolicy(item)
        ? withPasswords(item, {
            backup: 1,
            complexity: 1 + random.below(4),
            length: 8 + random.below(20),
            age: 7 + random.below(60),
          })
        : item,
    tighten: (item, random) => {
      if (!isPasswordPolicy(item)) return item
      const { complexity, length, age } = fields(item.numbers)
      return withPasswords(item, {
        backup: 1,
        complexity: Math.min(4, Number(complexity) + random.below(2)),
        length: Number(length) + random.below(10),
        age: Math.max(1, Number(age) - random.below(40)),
      })
    },
  }
  assert.deepEqual(findLosses('passwords', passwords, 6), [])
})

const isDriverProfile = (item: Fields): boolean => 'approvalType' in item

test('driver updates that are approved automatically, and sooner, never lower a verdict', () => {
  const profiles: Subject = {
    datasets: ['windowsDriverUpdateProfiles'],
    draw: (item, random) =>
      isDriverProfile(item)
        ? { ...item, approvalType: random.pick(['manual', 'automatic']), deploymentDeferralInDays: random.below(31) }
        : item,
    tighten: (item, random) =>
      isDriverProfile(item)
        ? {
            ...item,
            approvalType: 'automatic',
            deploymentDeferralInDays:
              item.approvalType === 'automatic' ? less(item.deploymentDeferralInDays, random) : 0,
          }
        : item,
  }
  assert.deepEqual(findLosses('driver updates', profiles, 4), [])
})

test('expedited updates that force a restart sooner never lower a verdict', () => {
  const restarts = (item: Fields, days: (now: unknown) => number): Fields =>
    'expeditedUpdateSettings' in item
      ? {
          ...item,
          expeditedUpdateSettings: {
            ...fields(item.expeditedUpdateSettings),
            daysUntilForcedReboot: days(fields(item.expeditedUpdateSettings).daysUntilForcedReboot),
          },
        }
      : item
  const profiles: Subject = {
    datasets: ['windowsQualityUpdateProfiles'],
    draw: (item, random) => restarts(item, () => random.below(8)),
    tighten: (item, random) => restarts(item, (now) => less(now, random)),
  }
  assert.deepEqual(findLosses('expedited updates', profiles, 24), [])
})
