/**
 * A text about device settings with “it” in place of what they do, for where the name of that stands beside it; undefined
 * for another text. What several settings have in common then has the same words:
 * `Intune policies require it on 0 of 22 managed Windows devices.`
 */
export function withoutEffect(observed: string): string | undefined {
  const one = ONE_SETTING.exec(observed)
  if (one) return `${one[1]} it${one[2]}${one[3]}`
  const several = SEVERAL.exec(observed)
  return several ? `${several[1]} decide it; ${several[2]}` : undefined
}

/** As in `observedOf`, with what devices report. */
const ONE_SETTING =
  /^(Intune policies require|Policies or defaults ensure)( on [\d,]+ of [\d,]+ managed Windows devices?) that [^.]+?((?: \(not seen|, (?:and|but) [\d,]+%? |; no policy |\.(?= |$))[\s\S]*)$/
const SEVERAL = /^([\d,]+ settings) decide whether [^.:]+: ([\s\S]*)$/
