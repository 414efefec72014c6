/** Another attempt holds the run now, or it has ended or is gone: nothing of this attempt counts any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}
