export * from './approval.ts'
export * from './audit.ts'
export * from './view.ts'
