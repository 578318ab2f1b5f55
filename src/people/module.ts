// A person's data over all products, put together: each part of the server says what it holds of people.

import type { App } from "../http/app.ts";
import { peopleRoutes } from "./people-routes.ts";
import { People, type PeopleDeps } from "./people.ts";

export function peopleModule(deps: PeopleDeps) {
  const people = new People(deps);
  return { name: "people", routes: (app: App) => peopleRoutes(app, people) };
}
