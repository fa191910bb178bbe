# Every command a person needs; the work is done by the scripts of the same names in Scripts/.
.DEFAULT_GOAL := help
.PHONY: help setup demo phone test soak fuzz simulate check check-apple docs bench release dist format

help: ## Show these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

setup: ## Install what building, testing and checking need (Debian 12; asks first)
	@bash Scripts/setup all

demo: ## Build and start the demo shop, the checkout server and the sandbox (STORE=postgres: with PostgreSQL)
	@bash Scripts/demo

phone: ## Show a phone with the shop's apps in real WebKit; without a display run its journeys (JOURNEY=name picks)
	@bash Scripts/phone

test: ## Run every test, the browser journeys and the checks; print the time of each part
	@bash Scripts/test

soak: ## Run the tests that take too long for every change: all journeys of browsers and phone, kills, fuzzing
	@bash Scripts/soak

fuzz: ## Fuzz every kind of input from outside, for a minute each (FERRY_FUZZ_SECONDS)
	@bash Scripts/fuzz

simulate: ## Run whole worlds on virtual time from seeds, and look for a lost or doubled order (SEED, CHECKOUTS)
	@bash Scripts/simulate

check: ## Check format, texts, files, openapi.yaml, and the dependencies of an app that uses Ferry
	@bash Scripts/check

check-apple: ## Compile and lint the iOS code against declarations of Apple's API, and read the Xcode project
	@bash Scripts/check apple xcode

docs: ## Build the reference of the libraries into build/docs: every public type, by topic
	@bash Scripts/docs

bench: ## Build for release and measure; writes build/bench.json
	@bash Scripts/bench

release: ## Build the program for production, .build/release/ferry, which runs without Swift (STORE=postgres)
	@bash Scripts/release

dist: ## Pack the program with service file, settings and licences into build/dist, and try the archive in a plain Debian
	@bash Scripts/dist

format: ## Format all Swift code in place
	@swift format format --in-place --recursive --parallel Package.swift Sources Tests App Phone Tools Documentation
