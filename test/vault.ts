// The master key of tests.
import { MasterKeys } from "../src/infra/vault.ts";

export const masterKey = "master-key-for-tests-0123456789-abc";

export const testVault = () => new MasterKeys({ keys: [masterKey] });
