export { allMigrations, ROOT } from './migrations.ts'
export { copyPreparedCluster } from './prepared-cluster.ts'
export { scratchFolder } from './scratch-folder.ts'
export { clientAt, emptyDatabase, freshClient, singleConnectionPool, testDatabase } from './test-database.ts'
export {
  allWords,
  callerWith,
  formBody,
  pathInputs,
  testServer,
  testServerOver,
  type Answer,
  type CallOptions,
  type TestServer,
} from './test-server.ts'
export { TEST_CERTIFICATE, TEST_KEY } from './tls-pair.ts'
export { SHORT_CLOCKS } from './short-clocks.ts'
export { judgeAnswer } from './witness-answers.ts'
export { prepareStatements, type Preparer } from './prepare-statements.ts'
