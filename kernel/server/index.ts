export { actorOf, audit, changedFields, platformActor, type Actor, type AuditEntry } from './audit.ts'
export { may, seesWholeTenant, WHOLE_TENANT, type Caller, type DataScope } from './caller.ts'
export {
  databaseOn,
  NestedTransaction,
  outsideTransaction,
  type Database,
  type EngineName,
  type Pool,
  type TransactionOptions,
} from './database/database.ts'
export {
  DataFolderInUse,
  freePort,
  lockDataFolder,
  runningPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './database/embedded-postgres.ts'
export {
  readTable,
  tenantTables,
  type PresentColumn,
  type PresentIndex,
  type PresentTable,
} from './database/read-schema.ts'
export { migrate, readMigrations, SchemaMismatch, type Migration } from './database/migrate.ts'
export { pglitePool } from './database/pglite-pool.ts'
export { postgresPool } from './database/postgres-pool.ts'
export { bigintList, instantList, intList, textList, uuidList } from './database/column-lists.ts'
export { Tx } from './database/tx.ts'
export {
  createApp,
  SESSION_COOKIE,
  SESSION_COOKIE_TLS,
  type App,
  type Authenticator,
  type Credentials,
} from './http/app.ts'
export { checkInput, fieldSayings } from './http/check-input.ts'
export { decodeBody, decodePairs } from './http/decode-body.ts'
export { DryRun } from './http/dry-run.ts'
export { refuseForeignPage } from './http/foreign-page.ts'
export { flagInput, idInput, wholeInput } from './http/inputs.ts'
export { okay, refused, type Envelope } from './http/envelope.ts'
export { route, type Access, type Call, type RawCall, type Route } from './http/route.ts'
export { installationSetting, rememberSetting } from './installation-setting.ts'
export { createLiveBus, type LiveBus, type LiveEvent } from './live/live-bus.ts'
export { liveRoute, type StationsInReach } from './live/live-route.ts'
export { indexResources, mount, permissionList, type ServerModule } from './module.ts'
export { firstIdAt, isId, newId } from './new-id.ts'
export { invalid, Refusal, type Saying } from './refusal.ts'
export { Condition } from './resource/condition.ts'
export { addFilters, listInput, orderBy, searchWord, type ListInput } from './resource/list-query.ts'
export {
  labelsOf,
  nameOfRecord,
  listRecords,
  present,
  rowInScope,
  rowsInScope,
  type ResourceIndex,
  type WireRecord,
} from './resource/read-records.ts'
export { createTableText, proposeSchema } from './resource/propose-table.ts'
export { scoped } from './resource/scope.ts'
export { searchText } from './resource/search-text.ts'
export {
  basisOf,
  type ApprovalDesk,
  type AskedCommand,
  type SecondPersonRule,
  type WaitsForApproval,
  type Weight,
} from './resource/second-person.ts'
export {
  commandInput,
  resourceRoutes,
  runCommand,
  serveResource,
  type CommandCall,
  type CommandHandler,
  type ResourceRow,
  type SaveChange,
  type ServedResource,
} from './resource/serve-resource.ts'
export { saveRecord } from './resource/write-records.ts'
export {
  holds,
  planTable,
  serves,
  type PlannedColumn,
  type PlannedIndex,
  type TablePlan,
} from './resource/table-plan.ts'
export { csvLine, defuse } from './sheet/csv.ts'
export { writeSheet } from './sheet/write-sheet.ts'
export { languageOf, LANGUAGES, loadWords, type Language, type Words } from './words.ts'
export { type Beat, isScheduled, type Job, type ScheduledJob, startJobs } from './work/jobs.ts'
export { forgetAnswers, forgetInBatches, forgetSentEvents, retentionJob, tenantsWithRows } from './work/retention.ts'
export { deliverOutbox, say, type OutboxEvent, type OutboxHandler } from './work/outbox.ts'
