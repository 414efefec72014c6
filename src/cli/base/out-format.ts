import { CommandFailure } from './command-failure.ts'

/**
 * The format of a file to write: the one in `--format`, or else the one that the ending of the file names; the longest ending
 * counts. `endings` has the ending of each format, without the dot; its last part and the name of the format count as endings
 * too. Throws CommandFailure if the format is not known, or if the two contradict each other.
 */
export function chooseFormat<F extends string>(
  out: string,
  asked: string | undefined,
  formats: readonly F[],
  endings: Readonly<Record<F, string>>,
): F {
  const known = formats.find((format) => format === asked)
  if (asked !== undefined && known === undefined) {
    throw new CommandFailure(`--format must be one of ${formats.join(', ')}.`)
  }
  const named = formats
    .flatMap((format) => [endings[format], format, lastPart(endings[format])].map((ending) => ({ format, ending })))
    .toSorted((a, b) => b.ending.length - a.ending.length)
    .find(({ ending }) => out.toLowerCase().endsWith(`.${ending}`))?.format
  const wanted = known ?? named
  if (wanted === undefined) {
    throw new CommandFailure(
      `The file name ${out} has no known format: add --format with one of ${formats.join(', ')}.`,
    )
  }
  // OSCAL is JSON as well, so .json fits both.
  if (named !== undefined && lastPart(endings[named]) !== lastPart(endings[wanted])) {
    throw new CommandFailure(`The file name ${out} means ${named}, but --format is ${wanted}: change one of them.`)
  }
  return wanted
}

const lastPart = (ending: string): string => ending.split('.').at(-1) ?? ending
