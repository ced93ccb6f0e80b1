export * from './approval.ts'
export * from './asked-inputs.ts'
export * from './audit.ts'
export * from './view.ts'
