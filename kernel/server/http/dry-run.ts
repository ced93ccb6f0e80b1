/** Carries a dry run's report out of its transaction, which rolls back; the caller gets it as a success. */
export class DryRun extends Error {
  readonly report: unknown
  constructor(report: unknown) {
    super('dry run')
    this.name = 'DryRun'
    this.report = report
  }
}
