import { CommandFailure } from '../base/command-failure.ts'

/** The key slot in `--slot`. Throws CommandFailure if there is no such slot. */
export function requireSlot(slot: number): number {
  if (slot !== 1 && slot !== 2) throw new CommandFailure('--slot must be 1 or 2.')
  return slot
}
